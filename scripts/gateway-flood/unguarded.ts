/**
 * The twin that must be caught: loaded into a gateway before anything else, it takes as much of messages that are not whole as is
 * sent, as fast as the network brings it. What that costs is memory, and how much is the same on every machine.
 */
const guard = new URL('../../../gateway/dist/guard/', import.meta.url)
const { Allowance } = await import(new URL('allowance.js', guard).href)
const { Slices } = await import(new URL('slices.js', guard).href)
Allowance.prototype.came = () => true
Slices.prototype.wait = () => undefined

export {}
