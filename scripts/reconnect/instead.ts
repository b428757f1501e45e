/** The same object, but for some of its members: how a twin is made of something that works. */

/** Answers with what `member` says for a name, and where it says nothing with the object's own. */
export function instead<Original extends object>(
  original: Original,
  member: (name: string | symbol) => unknown,
  set: (name: string | symbol, value: unknown) => boolean = () => false,
): Original {
  return new Proxy(original, {
    get: (target, name) => {
      const value: unknown = member(name) ?? Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
    set: (target, name, value) => set(name, value) || Reflect.set(target, name, value, target),
  })
}
