"""Work shared out to processes here or to a Dask cluster, and the journal of a long sweep."""
