/** Where to listen: a TCP port, on one host or on all, or a Unix socket. */
export type ListenAddress =
  | { readonly kind: 'tcp'; readonly host: string | undefined; readonly port: number }
  | { readonly kind: 'unix'; readonly path: string };

/**
 * Reads `:port`, `host:port`, `[ipv6]:port` or `unix:/path`. Port 0 asks the system for a free one.
 * @throws Error
 */
export function parseListenAddress(text: string): ListenAddress {
  if (text.startsWith('unix:')) {
    const path = text.slice('unix:'.length);
    if (path === '') throw new Error(`'${text}' names no socket; write unix:/path/to/socket`);
    return { kind: 'unix', path };
  }
  const match = /^(?:\[([^\]]+)\]|([^:[\]]*)):(\d{1,5})$/.exec(text);
  const port = Number(match?.[3]);
  if (match === null || port > 65535) {
    throw new Error(`'${text}' is not an address to listen on; write :8080, host:8080, [::1]:8080 or unix:/path`);
  }
  return { kind: 'tcp', host: match[1] ?? (match[2] === '' ? undefined : match[2]), port };
}

/** Writes the address as `parseListenAddress` reads it. */
export function formatListenAddress(address: ListenAddress): string {
  if (address.kind === 'unix') return `unix:${address.path}`;
  const { host = '', port } = address;
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
}
