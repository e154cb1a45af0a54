export { type EncodedFile, FileImporter, type ImporterOptions, internalFiles } from './files.js';
export { createUrlImporter, defaultUrlImportConfig, type UrlImportConfig, type UrlImporter } from './urls.js';
