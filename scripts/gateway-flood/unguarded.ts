/**
 * The twin that must be caught: loaded into a gateway before anything else, it lets everybody send as much at once as the
 * network carries, and whoever is turned away come again at once.
 */
const { Slices } = await import(new URL('../../../gateway/dist/guard/slices.js', import.meta.url).href)
Slices.prototype.wait = () => undefined

export {}
