import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres, type EmbeddedPostgres } from './embeddedPostgres.ts'

/** A new directory that the server's user may enter even when we are root. */
export const temporaryDirectory = (): string => {
  const directory = mkdtempSync(join(tmpdir(), 'hearth-'))
  chmodSync(directory, 0o711)
  return directory
}

/** An empty database for a test or a trial; `stop` also removes it. */
export const startTemporaryPostgres = async (onLog?: (line: string) => void): Promise<EmbeddedPostgres> => {
  const directory = temporaryDirectory()
  const remove = () => rmSync(directory, { recursive: true, force: true })
  try {
    const postgres = await startPostgres({
      dataDirectory: join(directory, 'postgres'),
      ...(onLog ? { onLog } : {}),
    })
    return { ...postgres, stop: () => postgres.stop().then(remove) }
  } catch (error) {
    remove()
    throw error
  }
}
