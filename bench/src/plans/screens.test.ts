import { expect, it } from 'vitest'
import { parseExplained } from './screens.ts'

const lines = (rows: number) => [
  'LOG:  duration: 0.123 ms  plan:',
  '\t{',
  '\t  "Query Text": "select\\n1",',
  '\t  "Plan": {"Node Type": "Nested Loop", "Actual Rows": 2, "Actual Loops": 1, "Plans": [',
  '\t    {"Node Type": "Index Scan", "Relation Name": "listing_b1", "Actual Rows": 2, "Actual Loops": 1},',
  `\t    {"Node Type": "Seq Scan", "Relation Name": "event_log_b1", "Actual Rows": 0, "Actual Loops": 2,`,
  `\t     "Rows Removed by Filter": ${rows}}`,
  '\t  ]}',
  '\t}',
]

it('counts the rows that each scan of an explained statement read', () => {
  const { statements, unread } = parseExplained(['LOG:  marker', ...lines(70), 'LOG:  marker'])
  expect(unread).toBe(0)
  expect(statements).toEqual([
    {
      text: 'select\n1',
      scans: [
        { table: 'listing_b1', how: 'Index Scan', rows: 2 },
        { table: 'event_log_b1', how: 'Seq Scan', rows: 140 },
      ],
    },
  ])
})

it('counts plans that two connections wrote into each other', () => {
  const [first, second] = [lines(70), lines(70)]
  expect(parseExplained([...first.slice(0, 5), ...second, ...first.slice(5)])).toMatchObject({ unread: 2 })
})
