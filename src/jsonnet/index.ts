export type { Json } from '../json/json.js';
export type {
  EngineName,
  EngineOptions,
  Evaluation,
  ExternalValue,
  ExternalValues,
  ImportedFile,
  Importer,
  JsonnetEngine,
  JsonnetProgram,
  ManifestOptions,
  NativeFunction,
} from './engine.js';
export { engineNames } from './engine.js';
export type { SourceFile, Span, TraceLine } from './error.js';
export { JsonnetError } from './error.js';
export type { JsEngine, JsProgram } from './js-engine.js';
export { createJsEngine, load } from './js-engine.js';
export { parseJson } from './std/parse-json.js';
export { readYamlDocument } from './std/yaml-document.js';
export { formatFloat, resolvePlain } from './std/yaml-scalar.js';
export type { ClosureFile } from './syntax/import-closure.js';
export { importClosure } from './syntax/import-closure.js';
export type { LintFinding, LintWorld } from './syntax/lint.js';
export { lint, topLevelFunction } from './syntax/lint.js';
