/** The least level that is logged, the least important first; `silent` logs nothing. */
export const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

/** The level of one line. */
export type LineLevel = Exclude<LogLevel, 'silent'>;

/** Forms of a log line: for machines, and for people at a terminal. */
export const logFormats = ['json', 'pretty'] as const;
export type LogFormat = (typeof logFormats)[number];
