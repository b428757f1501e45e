/** What an agent on Parley imports, and the CPU that costs. */
import { reportCpu } from '../../measure/report-cpu.js'
import '@parley/acp/agent'
import '@parley/acp/node'

reportCpu()
