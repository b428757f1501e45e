/** What an agent on the raw wire imports, and the CPU that costs. */
import { reportCpu } from '../../measure/report-cpu.js'
import './peer.js'

reportCpu()
