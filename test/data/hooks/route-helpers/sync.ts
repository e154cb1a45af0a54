import { labels } from './labels';
import shape from './shape.js';
import type { Typed } from './typed.ts';
// import './commented.ts' once stood here, see https://example.com
export default (): Typed => ({ status: { ...labels, ...shape('x') }, children: [] });
