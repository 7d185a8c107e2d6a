import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const WORKSPACES = ['platform', 'command-service', 'projector', 'query-service', 'standalone', 'bench']

const isEmbeddedOnly = (file: string): boolean =>
  file.endsWith('.embedded.int.ts') || /^standalone\/src\/event-store\/.*\.(int|journey)\.ts$/.test(file)

/**
 * Integration tests of what is true of the embedded event store only: its process, its tables and its roles.
 * They are left out when EVENT_STORE_COMMAND names the event store.
 */
export const listLeftOut = (): readonly string[] =>
  process.env['EVENT_STORE_COMMAND']
    ? WORKSPACES.flatMap((workspace) =>
        readdirSync(join(root, workspace, 'src'), { recursive: true, encoding: 'utf8' })
          .map((file) => `${workspace}/src/${file}`)
          .filter(isEmbeddedOnly),
      ).toSorted()
    : []

/** Vitest calls it before the integration tests. */
export const setup = (): void => {
  const files = listLeftOut()
  if (files.length > 0)
    console.log(`Left out, because they test the embedded event store:\n  ${files.join('\n  ')}`)
}
