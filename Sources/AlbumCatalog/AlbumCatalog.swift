// AlbumCatalog
