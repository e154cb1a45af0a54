import type { LoadedHook } from '../execution/executor.js';

/** Finds the hook of a request path. */
export class Routes {
  readonly #hooks: ReadonlyMap<string, LoadedHook>;
  readonly #anyNodejsStyle: boolean;

  constructor(hooks: readonly LoadedHook[]) {
    this.#hooks = new Map(hooks.map((hook) => [hook.name, hook]));
    this.#anyNodejsStyle = hooks.some((hook) => hook.nodejsStyle);
  }

  /**
   * Returns the hook served at a path that `pathOf` gave. One slash at the end is ignored. A nodejs-style hook also gets
   * every path below its route, as in nodejs-server, unless another hook is served there.
   */
  find(path: string): LoadedHook | undefined {
    let name = path.slice(1);
    const exact = this.#hooks.get(name);
    if (exact !== undefined) return exact;
    if (name.endsWith('/')) {
      name = name.slice(0, -1);
      const hook = this.#hooks.get(name);
      if (hook !== undefined) return hook;
    }
    if (!this.#anyNodejsStyle) return undefined;
    for (let cut = name.lastIndexOf('/'); cut > 0; cut = name.lastIndexOf('/', cut - 1)) {
      const hook = this.#hooks.get(name.slice(0, cut));
      if (hook?.nodejsStyle === true) return hook;
    }
    return undefined;
  }
}

/**
 * Returns the path of a request target, without its query and with its escapes resolved. The target may be a whole URL,
 * as proxies send it. A target that cannot be read is returned unchanged: no hook has such a name.
 */
export function pathOf(target: string): string {
  let path = target;
  if (!path.startsWith('/')) {
    if (!URL.canParse(path)) return path;
    path = new URL(path).pathname;
  }
  const query = path.search(/[?#]/);
  if (query !== -1) path = path.slice(0, query);
  if (!path.includes('%')) return path;
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
