const greeting = await Promise.resolve('top-level await');

export default () => ({ status: { greeting } });
