import { EXIT_CONFIG } from '../config/loadConfig.ts'
import { findServerProblems, type GivenServers } from './findServerProblems.ts'

/** The exit code for a server that is away (EX_UNAVAILABLE). */
export const EXIT_UNAVAILABLE = 69

/**
 * Ends the process when a server that its settings name cannot be used, with one sentence for each on standard
 * error: with 78 when a setting is wrong; with 69 when a server is away and the process cannot start without
 * it.
 */
export const requireServers = async (
  servers: GivenServers,
  { startsWithout = false }: Readonly<{ startsWithout?: boolean }> = {},
): Promise<void> => {
  const problems = await findServerProblems(servers)
  const fatal = problems.filter(({ mayPass }) => !mayPass || !startsWithout)
  if (fatal.length === 0) return
  process.stderr.write(fatal.map(({ sentence }) => `${sentence}\n`).join(''))
  process.exit(fatal.some(({ mayPass }) => !mayPass) ? EXIT_CONFIG : EXIT_UNAVAILABLE)
}
