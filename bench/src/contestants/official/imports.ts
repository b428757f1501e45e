/** What an agent on the official SDK imports, and the CPU that costs. */
import { reportCpu } from '../../measure/report-cpu.js'
import '@agentclientprotocol/sdk'

reportCpu()
