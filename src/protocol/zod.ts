import * as z from 'zod';

// zod would compile a schema at its first use, by then perhaps with a JSON.stringify that a hook has replaced. Compiled
// schemas save half a microsecond a call. Each schema looks at this when it is made, so all modules take zod from here.
z.config({ jitless: true });

export { z };
