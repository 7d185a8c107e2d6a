import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
/** This file holds wrong citations on purpose. */
const SELF = 'contracts/src/citations.test.ts'

const SKIPPED = /^(?:node_modules|dist|coverage|test-results|playwright-report|\..+)$/
const READ = /\.(?:ts|tsx|mjs|js|css|sql|sh|ya?ml|md|html)$|^Dockerfile$/

const filesUnder = (directory: string): readonly string[] =>
  readdirSync(join(root, directory), { withFileTypes: true }).flatMap((entry) => {
    const path = join(directory, entry.name)
    if (entry.isDirectory()) return SKIPPED.test(entry.name) ? [] : filesUnder(path)
    return READ.test(entry.name) && path !== SELF ? [path] : []
  })

/** The anchor of a heading as GitHub makes it. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-')

const anchorsIn = (text: string): ReadonlySet<string> =>
  new Set([...text.matchAll(/^#+ +(.+)$/gm)].map(([, heading = '']) => anchorOf(heading)))

/** The documents of the repository with the anchors in each. */
type Documents = ReadonlyMap<string, ReadonlySet<string>>

const DOCUMENT = /(?<![\w@./-])(\/?(?:\.{1,2}\/)*(?:[\w-]+\/)*[\w-]+\.(?:md|txt))(?:#([\w-]+))?(?![\w/-])/g
const OWN_HEADING = /\]\(#([\w-]+)\)/g
/** A section without its standard: of a document that a reader cannot open. */
const BARE_SECTION = /(?<!RFC \d{3,5} ?)§ ?[\d.]+/g
/** A decision cited by its number alone, which another record may take. */
const BARE_DECISION = /decisions\/\d{4}(?!-[a-z])/g

const resolves = (path: string, name: string, anchor: string | undefined, documents: Documents): boolean =>
  [normalize(name.replace(/^\//, '')), normalize(join(dirname(path), name))].some((place) => {
    const anchors = documents.get(place)
    return anchors !== undefined && (anchor === undefined || anchors.has(anchor))
  })

/** Every citation in a file that leads nowhere. */
const wrongCitationsIn = (path: string, text: string, documents: Documents): readonly string[] => [
  ...[...text.matchAll(DOCUMENT)].flatMap(([cited, name = '', anchor]) =>
    resolves(path, name, anchor, documents) ? [] : [cited],
  ),
  ...[...text.matchAll(OWN_HEADING)].flatMap(([cited, anchor = '']) =>
    !path.endsWith('.md') || documents.get(path)?.has(anchor) === true ? [] : [cited],
  ),
  ...[...text.matchAll(BARE_SECTION), ...text.matchAll(BARE_DECISION)].map(([cited]) => cited),
]

describe('citations', () => {
  const documents: Documents = new Map([
    ['docs/domain/booking.md', anchorsIn("# Bookings\n\n## Refunds\n\n## After a host's cancellation\n")],
    ['docs/architecture.md', new Set()],
  ])
  const wrongIn = (text: string, path = 'contracts/src/booking/money.ts') =>
    wrongCitationsIn(path, text, documents)

  it.each([
    '/** Rounded once (docs/domain/booking.md#refunds). */',
    '/** Blocked (docs/domain/booking.md#after-a-hosts-cancellation). */',
    '// How it works: docs/architecture.md.',
    '// RFC 6238 §5.2',
  ])('accepts %s', (text) => expect(wrongIn(text)).toEqual([]))

  it.each([
    ['/** Rounded once (domain.md §2.2). */', ['domain.md', '§2.2']],
    ['/** Rounded once (docs/domain/booking.md#refund). */', ['docs/domain/booking.md#refund']],
    ['/** Rounded once (docs/domain/bookings.md). */', ['docs/domain/bookings.md']],
    ['// Limits of seed.txt', ['seed.txt']],
    ['// docs/decisions/0028', ['decisions/0028']],
  ])('finds what is wrong in %s', (text, wrong) => expect(wrongIn(text)).toEqual(wrong))

  it('follows links of documents from their own folder, and to their own headings', () => {
    const links = '[a](booking.md#refunds) [b](../architecture.md) [c](#refunds) [d](#gone) [e](payout.md)'
    expect(wrongIn(links, 'docs/domain/booking.md')).toEqual(['payout.md', '](#gone)'])
  })

  it('resolve everywhere in the repository', () => {
    const texts = filesUnder('').map((path) => [path, readFileSync(join(root, path), 'utf8')] as const)
    const present: Documents = new Map(
      texts.filter(([path]) => path.endsWith('.md')).map(([path, text]) => [path, anchorsIn(text)]),
    )
    expect(present.size).toBeGreaterThan(30)
    const wrong = texts.flatMap(([path, text]) =>
      wrongCitationsIn(path, text, present).map((cited) => `${path}: ${cited}`),
    )
    expect(wrong).toEqual([])
  })

  it('name existing files and folders of the code in documents', () => {
    const gone = filesUnder('docs').flatMap((path) =>
      [...readFileSync(join(root, path), 'utf8').matchAll(/`([\w-]+\/src\/[\w./-]+)`/g)].flatMap(
        ([, name = '']) => (existsSync(join(root, name)) ? [] : [`${path}: ${name}`]),
      ),
    )
    expect(gone).toEqual([])
  })
})
