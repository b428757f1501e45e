/**
 * The twin that must be caught: loaded into a gateway before anything else, it reads large messages as fast as the network
 * brings them, however many there are.
 */
const { Slices } = await import(new URL('../../../gateway/dist/guard/slices.js', import.meta.url).href)
Slices.prototype.wait = () => undefined

export {}
