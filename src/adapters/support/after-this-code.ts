/**
 * Calls back when the code that the event loop is running has ended, and all promises that it has settled have called
 * back: before any further event, and after the work of all requests that the line has started together.
 */
export function afterThisCode(call: () => void): void {
  // A tick that a microtask asks for comes when no other microtask is left.
  queueMicrotask(() => process.nextTick(call));
}
