"""The page without a server: a folder of files in which the app runs inside the browser."""
