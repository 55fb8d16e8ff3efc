"""The board file: timeline, sketch, expectation; reading, checking, writing."""
