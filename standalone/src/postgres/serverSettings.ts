import { existsSync, readdirSync, statSync } from 'node:fs'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import type { Place } from './cluster.ts'

export type Settings = Readonly<Record<string, string>>

const MB = 2 ** 20
const MIN_BUFFERS_BYTES = 512 * MB

/**
 * As many buffers as there is data, at most a quarter of the memory. Pages in the buffers stay there: the
 * kernel soon evicts pages that a large installation reads now and then, and each read from the disk delays a
 * command. Unused buffers cost a hundredth of their size.
 */
const computeSharedBuffers = (cluster: string): string => {
  const files = readdirSync(join(cluster, 'base'), { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  const bytes = files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)
  return `${Math.floor(Math.min(Math.max(bytes, MIN_BUFFERS_BYTES), totalmem() / 4) / MB)}MB`
}

// One machine for everything: no helper processes that nothing here needs, full durability.
const settings: Settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  wal_level: 'minimal',
  max_wal_senders: '0',
  // Vacuum shares the processor with every request: it pauses five times as long as by default.
  autovacuum_vacuum_cost_delay: '10ms',
  max_logical_replication_workers: '0',
  max_parallel_workers_per_gather: '0',
  max_parallel_maintenance_workers: '0',
  io_method: 'sync',
  // On modern disks, and from memory, a random page costs about as much as the next one.
  random_page_cost: '1.1',
  jit: 'off',
  huge_pages: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  log_line_prefix: '',
  log_checkpoints: 'off',
}

/**
 * The content of the buffers is loaded again after a start, in one pass and not page by page while a request
 * waits. A build without the library would not start with this setting.
 */
const chooseLibraries = ({ binaries }: Place): Settings =>
  existsSync(join(binaries, '../share/postgresql/extension/pg_prewarm.control'))
    ? { shared_preload_libraries: 'pg_prewarm' }
    : {}

const WITHOUT_SYNC: Settings = { fsync: 'off', full_page_writes: 'off' }

/** The settings of a server that listens on this port. Without `sync`, data does not survive a power cut. */
export const buildSettings = (
  place: Place,
  { port, maxConnections, sync }: Readonly<{ port: number; maxConnections: number; sync: boolean }>,
): Settings => ({
  ...settings,
  port: String(port),
  max_connections: String(maxConnections),
  shared_buffers: computeSharedBuffers(place.cluster),
  ...(sync ? chooseLibraries(place) : WITHOUT_SYNC),
})
