import { parse } from 'csv-parse/sync'
import { readFileSync } from 'node:fs'
import pg from 'pg'
import { expectedCells, type Cell } from './expected.ts'

/**
 * `npm run verify:import -- <file.csv>`: compares the read models at DATABASE_URL with the file cell by cell.
 */
const file = process.argv[2]
const databaseUrl = process.env['DATABASE_URL']
if (file === undefined || databaseUrl === undefined) {
  console.error('DATABASE_URL=postgres://… npm run verify:import -- <file.csv>')
  process.exit(78)
}

const SQL = `
  SELECT
    account.display_name AS "hotel",
    listing.unit_type AS "roomType",
    to_char(booking.check_in, 'YYYY-MM') AS "month",
    count(*)::int AS "bookings",
    coalesce(
      sum(booking.nights) FILTER (WHERE booking.status IN ('checked_out', 'completed')),
      0
    )::int AS "nights",
    sum(booking.guest_total_minor - booking.refunded_minor)::float8 AS "revenueMinor",
    (count(*) FILTER (WHERE booking.status = 'cancelled'))::int AS "cancellations",
    (count(*) FILTER (WHERE booking.status = 'no_show'))::int AS "noShows",
    sum(booking.refunded_minor)::float8 AS "refundedMinor",
    coalesce(sum(earned.minor), 0)::float8 AS "earningsMinor"
  FROM
    read.booking
    LEFT JOIN (
      SELECT booking_id, sum(amount_minor) AS minor
      FROM read.ledger_entry
      GROUP BY booking_id
    ) earned ON earned.booking_id = booking.id
    JOIN read.listing ON listing.id = booking.listing_id
    JOIN read.account ON account.id = booking.host_account_id
  WHERE booking.source = 'import'
  GROUP BY 1, 2, 3`

const client = new pg.Client({ connectionString: databaseUrl })
await client.connect()
const actual = (await client.query<Cell>(SQL)).rows
await client.end()

const expected = expectedCells(
  parse(readFileSync(file), { columns: true, bom: true, skip_empty_lines: true }),
)
const nameOf = (cell: Cell) => `${cell.hotel}, room ${cell.roomType}, ${cell.month}`
const found = new Map(actual.map((cell) => [nameOf(cell), cell]))
const FIGURES = [
  'bookings',
  'nights',
  'revenueMinor',
  'cancellations',
  'noShows',
  'refundedMinor',
  'earningsMinor',
] as const
const differences = [
  ...expected.flatMap((cell) =>
    FIGURES.filter((figure) => found.get(nameOf(cell))?.[figure] !== cell[figure]).map((figure) => {
      const actualFigure = found.get(nameOf(cell))?.[figure] ?? 'missing'
      return `${nameOf(cell)}: ${figure} ${actualFigure} instead of ${cell[figure]}`
    }),
  ),
  ...actual
    .filter((cell) => !expected.some((other) => nameOf(other) === nameOf(cell)))
    .map((cell) => `${nameOf(cell)}: not in the file`),
]
const totals = Object.fromEntries(
  FIGURES.map((figure) => [figure, expected.reduce((sum, cell) => sum + cell[figure], 0)]),
)
console.log(`${expected.length} cells (hotel × room type × month)`)
console.log(`${differences.length} differences`, totals)
for (const difference of differences.slice(0, 40)) console.log(`  ${difference}`)
process.exit(differences.length === 0 ? 0 : 1)
