import pretty from 'pino-pretty';

/** Turns a line of the log into one for a person: local time, level, message, and what else the line has. */
export const prettyLine: (line: string) => string = pretty.prettyFactory({
  colorize: pretty.isColorSupported,
  translateTime: 'SYS:HH:MM:ss.l',
  singleLine: true,
  ignore: 'method,route,status,durationMs', // part of the message
  messageFormat: ({ msg, method, route = '-', status = '(no response)', durationMs }) =>
    typeof method === 'string' ? [method, route, status, durationMs, 'ms'].join(' ') : String(msg),
});
