type Wanted = 'value' | 'first item' | 'first key' | 'key' | 'more fields' | 'more items' | 'end';

/**
 * Says where and why a text is not JSON, as in `line 2 column 5: expected , or }`. V8's own message quotes the text,
 * which may hold Secrets, and often gives no position. There is no recursion, so the text may nest to any depth.
 *
 * @param text a text that `JSON.parse` refused; for valid JSON the result says that it is JSON
 */
export function findJsonError(text: string): string {
  const open: ('{' | '[')[] = [];
  let wanted: Wanted = 'value';
  let at = 0;
  for (;;) {
    at = match(/[ \t\r\n]*/y, text, at);
    const char = text[at];
    if (wanted === 'end' && char === undefined) return 'it is JSON';
    const closes = (wanted === 'first key' || wanted === 'more fields') && char === '}';
    if (closes || ((wanted === 'first item' || wanted === 'more items') && char === ']')) {
      open.pop();
      at++;
      wanted = after(open);
    } else if (wanted === 'value' || wanted === 'first item') {
      if (char === '{' || char === '[') {
        open.push(char);
        at++;
        wanted = char === '{' ? 'first key' : 'first item';
        continue;
      }
      const end = char === '"' ? scanString(text, at) : match(scalar, text, at);
      if (typeof end === 'string') return end;
      if (end === at) return place(text, at, 'expected a value');
      at = end;
      wanted = after(open);
    } else if (wanted === 'key' || wanted === 'first key') {
      if (char !== '"') return place(text, at, 'expected a key in double quotes');
      const end = scanString(text, at);
      if (typeof end === 'string') return end;
      at = match(/[ \t\r\n]*/y, text, end);
      if (text[at] !== ':') return place(text, at, 'expected : after a key');
      at++;
      wanted = 'value';
    } else if (wanted === 'end') {
      return place(text, at, 'expected nothing more');
    } else if (char === ',') {
      at++;
      wanted = wanted === 'more fields' ? 'key' : 'value';
    } else {
      return place(text, at, `expected , or ${wanted === 'more fields' ? '}' : ']'}`);
    }
  }
}

const scalar = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

function after(open: readonly string[]): Wanted {
  const container = open.at(-1);
  if (container === undefined) return 'end';
  return container === '{' ? 'more fields' : 'more items';
}

/** The end of the match at `at`, or `at` if there is none. */
function match(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

/** The offset after the string that starts at `at`, or what is wrong with it. */
function scanString(text: string, at: number): number | string {
  for (let index = at + 1; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === 0x22) return index + 1;
    if (code < 0x20) return place(text, index, `${controlName(code)} in a string must be escaped`);
    if (code !== 0x5c) continue;
    const end = match(/\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y, text, index);
    if (end === index) return place(text, index, 'there is no such escape in a JSON string');
    index = end - 1;
  }
  return place(text, text.length, '');
}

function controlName(code: number): string {
  if (code === 0x09) return 'a tab';
  return code === 0x0a ? 'a line break' : `the control character U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}

function place(text: string, at: number, what: string): string {
  const before = text.slice(0, at);
  const position = `line ${before.split('\n').length} column ${at - before.lastIndexOf('\n')}`;
  return at >= text.length ? `it ends too early, at ${position}` : `${position}: ${what}`;
}
