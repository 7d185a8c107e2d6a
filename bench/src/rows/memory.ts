import { setTimeout as delay } from 'node:timers/promises'
import type { Row } from '../measurement.ts'
import { npmStart } from '../npmStart.ts'
import { listFamily } from '../processes.ts'
import { withDirectory } from '../temporary.ts'
import { root } from '../build.ts'

const IDLE_S = 20
const LIMIT_MB = 900

/**
 * The supervisor and all its descendants, including demo data and guest simulator; npm, which only waits for
 * it, is an additional figure.
 */
export const memory: Row = () =>
  withDirectory(async (directory) => {
    const started = await npmStart(directory)
    try {
      await delay(IDLE_S * 1000)
      const names = new Map([...started.processes].map(([name, pid]) => [pid, name]))
      const { supervisor } = started
      const family = listFamily(supervisor)
      const measured = family.reduce((sum, { pssBytes }) => sum + pssBytes, 0) / 1e6
      const processes = family.map(({ pid, parent, command, pssBytes }) => ({
        name: pid === supervisor ? 'supervisor' : (names.get(pid) ?? names.get(parent) ?? 'other'),
        command: command.replaceAll(root, '').slice(0, 80),
        megabytes: pssBytes / 1e6,
      }))
      return {
        figures: [
          {
            figure: '7 memory of the whole stack, idle after start',
            unit: 'MB',
            measured,
            goal: `≤ ${LIMIT_MB} MB`,
            met: measured <= LIMIT_MB,
          },
        ],
        details: { processes: processes.toSorted((a, b) => b.megabytes - a.megabytes) },
      }
    } finally {
      await started.stop()
    }
  })
