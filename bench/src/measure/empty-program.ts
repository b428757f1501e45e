/** Does nothing but tell its own CPU: bare Node, the floor under `start` and `import-cpu`. */
import { reportCpu } from './report-cpu.js'

reportCpu()
