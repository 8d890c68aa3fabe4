/** Returns an object that has the given methods, and all others of `target`. */
export function decorate<T extends object>(target: T, methods: Partial<T>): T {
  const decorated = Object.create(target) as T; // An object has the methods of its prototype.
  return Object.assign(decorated, methods);
}
