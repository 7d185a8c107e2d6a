import { rmSync } from 'node:fs'
import { temporaryDirectory } from '@hearth/standalone/postgres/temporaryPostgres'
import { startInstallation, type Installation } from '@hearth/standalone/testing/installation'

/** Lends a new directory and removes it afterwards. */
export const withDirectory = async <Result>(
  work: (directory: string) => Promise<Result>,
): Promise<Result> => {
  const directory = temporaryDirectory()
  try {
    return await work(directory)
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

/** Lends the whole system on an empty directory, without demo data and simulator. */
export const withInstallation = <Result>(
  work: (installation: Installation) => Promise<Result>,
): Promise<Result> =>
  withDirectory(async (directory) => {
    const installation = await startInstallation(directory)
    try {
      return await work(installation)
    } finally {
      await installation.stop()
    }
  })
