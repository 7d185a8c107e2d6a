import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { newId } from '@hearth/contracts/kernel/ids'
import { waitUntil } from '@hearth/platform/testing/waitUntil'
import { QUERIES } from '@hearth/query-service/testing/furnishedAccount'
import { startPostgres } from '@hearth/standalone/postgres/embeddedPostgres'
import { SERVICES_ROLE } from '@hearth/standalone/postgres/servicesRole'
import { startInstallation, type Installation } from '@hearth/standalone/testing/installation'
import { createKysely } from '@hearth/platform/postgres/pool'
import type pg from 'pg'
import { z } from 'zod'
import { untilComplete } from '../complete.ts'
import { signIn } from '../house.ts'
import { withPool } from '../withPool.ts'
import { MAX_ROWS_READ } from '@hearth/query-service/runtime/chooseReading'
import { largeTables } from './inspect.ts'

const COMPLETE_WITHIN_MS = 7_200_000
const LOGGED_WITHIN_MS = 60_000
/** One statement may read all rows of the largest host, for its order or its sum, and a little of other tables. */
const MAX_READ_BY_STATEMENT = 4 * MAX_ROWS_READ
/** Files that are made from all rows, streams without an end, and what asks other services. */
const NOT_SCREENS = /\.(csv|xlsx|pdf|ics|json)$|download|\/api\/live|geocode|\{size\}/

const EXPLAIN = {
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_timing': 'off',
  'auto_explain.log_format': 'json',
}

const zPlanNode = z.looseObject({
  'Node Type': z.string(),
  'Relation Name': z.string().optional(),
  'Actual Rows': z.number().default(0),
  'Actual Loops': z.number().default(0),
  'Rows Removed by Filter': z.number().default(0),
  'Rows Removed by Index Recheck': z.number().default(0),
  get Plans() {
    return z.array(zPlanNode).optional()
  },
})
type PlanNode = z.infer<typeof zPlanNode>
const zLogged = z.object({ 'Query Text': z.string(), Plan: zPlanNode })

/** Rows that a scan read of a table, by the counts of the statement as it ran. */
export type Scan = Readonly<{ table: string; how: string; rows: number }>
export type Statement = Readonly<{ text: string; scans: readonly Scan[] }>

const listNodes = (node: PlanNode): readonly PlanNode[] => [node, ...(node.Plans ?? []).flatMap(listNodes)]

const listScans = (plan: PlanNode): readonly Scan[] =>
  listNodes(plan).flatMap((node) => {
    const table = node['Relation Name']
    if (table === undefined) return []
    const eachLoop =
      node['Actual Rows'] + node['Rows Removed by Filter'] + node['Rows Removed by Index Recheck']
    return [{ table, how: node['Node Type'], rows: Math.round(eachLoop * node['Actual Loops']) }]
  })

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * The statements that Postgres has explained, from its lines: continued ones begin with a tab. `unread`: plans
 * that were written into each other, by two connections.
 */
export const parseExplained = (
  lines: readonly string[],
): Readonly<{ statements: readonly Statement[]; unread: number }> => {
  const plans: string[][] = []
  for (const line of lines)
    if (/^LOG: +duration: .* plan:$/.test(line)) plans.push([])
    else if (line.startsWith('\t')) plans.at(-1)?.push(line.trim())
  const parsed = plans.map((one) => zLogged.safeParse(parseJson(one.join('\n'))))
  const statements = parsed.flatMap(({ data }) =>
    data === undefined ? [] : [{ text: data['Query Text'], scans: listScans(data.Plan) }],
  )
  return { statements, unread: plans.length - statements.length }
}

const setExplain = async (directory: string, on: boolean): Promise<void> => {
  const postgres = await startPostgres({ dataDirectory: join(directory, 'postgres') })
  try {
    await withPool(postgres.url, async (pool) => {
      for (const [name, value] of Object.entries(EXPLAIN))
        await pool.query(`alter role ${SERVICES_ROLE} ${on ? `set ${name} = '${value}'` : `reset ${name}`}`)
    })
  } finally {
    await postgres.stop()
  }
}

const zLine = z.object({ svc: z.literal('postgres'), msg: z.string() })

/** What Postgres writes to the log of the installation between two calls. */
const followLog = (directory: string, pool: pg.Pool) => {
  const file = join(directory, 'log', 'hearth.log')
  let from = existsSync(file) ? statSync(file).size : 0
  return async (): Promise<readonly string[]> => {
    const marker = newId()
    await pool.query(`do $$ begin raise log 'marker ${marker}'; end $$`)
    await waitUntil(
      async () => readFileSync(file, 'utf8').includes(marker),
      LOGGED_WITHIN_MS,
      'the plans in the log',
    )
    const bytes = readFileSync(file)
    // The log was begun again.
    if (bytes.length < from) from = 0
    const lines = bytes.subarray(from).toString('utf8').split('\n')
    from = bytes.length
    return lines.flatMap((line) => {
      const parsed = line.startsWith('{') ? zLine.safeParse(JSON.parse(line)) : undefined
      return parsed?.success ? [parsed.data.msg] : []
    })
  }
}

const zRows = z.array(z.looseObject({ id: z.string() }))

/** The addresses that a person reads, with the id of the first row of the person's own list. */
const listPaths = async (
  { baseUrl }: Installation,
  headers: Readonly<Record<string, string>>,
  account: string,
): Promise<readonly string[]> => {
  const answer = await fetch(new URL('/api/openapi.json', baseUrl), { headers })
  const { paths } = z.object({ paths: z.record(z.string(), z.looseObject({})) }).parse(await answer.json())
  const first = new Map([['accounts', account]])
  const found: string[] = []
  for (const [path, operations] of Object.entries(paths)) {
    if (!('get' in operations) || NOT_SCREENS.test(path)) continue
    const query = (QUERIES[path.replaceAll(/\{(\w+)\}/g, ':$1')] ?? '').replace(':account', account)
    const collection = path.split('/')[2] ?? ''
    if (path.includes('{id}') && !first.has(collection)) {
      const list = await fetch(new URL(`/api/${collection}?range=[0,0]`, baseUrl), { headers })
      const rows = list.ok ? zRows.safeParse(await list.json()) : undefined
      first.set(collection, rows?.data?.[0]?.id ?? newId())
    }
    found.push(path.replace('{id}', first.get(collection) ?? '') + query)
  }
  return found.filter((path) => !path.includes('{'))
}

export type Seen = Readonly<{ who: string; path: string; status: number; rows: number; unread: number }>
export type Finding = Readonly<{ who: string; path: string; what: string; text: string }>

/**
 * Opens every address that people read, as the largest host, a middling one and staff, and has Postgres explain
 * the statements that it then runs: none may read a whole large table, or more rows than the largest host has.
 */
export const checkScreens = async (
  directory: string,
  print: (text: string) => void,
): Promise<Readonly<{ seen: readonly Seen[]; findings: readonly Finding[] }>> => {
  await setExplain(directory, true)
  const installation = await startInstallation(directory)
  const seen: Seen[] = []
  const findings: Finding[] = []
  try {
    await untilComplete(installation, COMPLETE_WITHIN_MS, print)
    await withPool(installation.databaseUrl, async (pool) => {
      const { rows } = await pool.query<{ id: string }>(
        `select tenant_id as id from read.booking group by 1 order by count(*) desc, 1`,
      )
      const large = await largeTables(createKysely(pool), MAX_ROWS_READ)
      const [largest = '', middle = ''] = [rows[0]?.id, rows[rows.length >> 1]?.id]
      const readLines = followLog(directory, pool)
      for (const [who, account, session] of [
        ['the largest host', largest, largest],
        ['a middling host', middle, middle],
        ['staff', largest, 'staff'],
      ] as const) {
        const headers = await signIn(installation, session)
        for (const path of await listPaths(installation, headers, account)) {
          await readLines()
          const answer = await fetch(new URL(path, installation.baseUrl), { headers })
          await answer.arrayBuffer()
          const { statements, unread } = parseExplained(await readLines())
          for (const { text, scans } of statements) {
            const read = scans.reduce((sum, { rows }) => sum + rows, 0)
            const whole = scans.filter(({ how, table }) => how === 'Seq Scan' && large.has(table))
            const what =
              whole.length > 0
                ? `reads all of ${whole.map(({ table }) => table).join(', ')}`
                : read > MAX_READ_BY_STATEMENT
                  ? `reads ${read} rows`
                  : undefined
            if (what !== undefined) findings.push({ who, path, what, text })
          }
          const total = statements.flatMap(({ scans }) => scans.map(({ rows }) => rows))
          seen.push({
            who,
            path,
            status: answer.status,
            rows: total.reduce((sum, one) => sum + one, 0),
            unread,
          })
        }
      }
    })
  } finally {
    await installation.stop()
    await setExplain(directory, false)
  }
  return { seen, findings }
}
