import { setTimeout as delay } from 'node:timers/promises'
import { findDatabaseProblem } from './findDatabaseProblem.ts'
import { findEventStoreProblem } from './findEventStoreProblem.ts'
import type { ServerProblem } from './problem.ts'

/** A server with a problem that may pass is asked again for this long; one attempt takes at most 8 s. */
const RETRY_FOR_MS = 2_000
const PAUSE_MS = 200

const awaitServer = async (
  find: () => Promise<ServerProblem | undefined>,
): Promise<ServerProblem | undefined> => {
  const startedAt = performance.now()
  for (;;) {
    const problem = await find()
    if (!problem?.mayPass || performance.now() - startedAt > RETRY_FOR_MS) return problem
    await delay(PAUSE_MS)
  }
}

export type GivenServers = Readonly<{
  DATABASE_URL?: string | undefined
  EVENTSTORE_URL?: string | undefined
  /** Schemas of the database that the process creates or changes. */
  schemas?: readonly string[]
}>

/**
 * What keeps a process from using the servers that its settings name. Decided within 10 s; a server that is
 * just starting is waited for.
 */
export const findServerProblems = async ({
  DATABASE_URL: databaseUrl,
  EVENTSTORE_URL: eventStoreUrl,
  schemas,
}: GivenServers): Promise<readonly ServerProblem[]> => {
  const problems = await Promise.all([
    databaseUrl && awaitServer(() => findDatabaseProblem(databaseUrl, schemas)),
    eventStoreUrl && awaitServer(() => findEventStoreProblem(eventStoreUrl)),
  ])
  return problems.flatMap((problem) => problem || [])
}
