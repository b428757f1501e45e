/** `gateway-load`: a gateway that writes everything down, many connections, and how long an update is on its way. */
import type { LoadOrder } from '../load/order.js'
import { loadProgramFile, runProgram } from '../measure/program.js'
import type { Row } from './row.js'

export const gatewayLoad: Row = {
  id: 'gateway-load',
  figures: [
    { id: 'gateway-load', unit: 'ms p99', better: 'less' },
    { id: 'gateway-load-p50', unit: 'ms', better: 'less' },
    { id: 'gateway-load-cpu', unit: 'µs CPU/update', better: 'less' },
    { id: 'gateway-load-peak', unit: 'MB', better: 'less' },
    { id: 'gateway-load-lost', unit: 'updates', better: 'less' },
  ],
  // The others have no gateway.
  contestants: ['parley'],
  // Each takes half a minute in full size.
  mostRuns: 3,
  async measure(_contestant, sizes) {
    const { gatewayConnections: connections, gatewayPerSecond: perSecond, gatewaySeconds: seconds } = sizes
    const order: LoadOrder = { connections, perSecond, seconds }
    const { p99, p50, cpuMicros, peakMegabytes, lost } = await runProgram(loadProgramFile, { order })
    return {
      'gateway-load': p99 ?? Number.NaN,
      'gateway-load-p50': p50 ?? Number.NaN,
      'gateway-load-cpu': cpuMicros ?? Number.NaN,
      'gateway-load-peak': peakMegabytes ?? Number.NaN,
      'gateway-load-lost': lost ?? Number.NaN,
    }
  },
}
