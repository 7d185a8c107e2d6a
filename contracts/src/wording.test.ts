import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { scanSource, type Piece } from './testing/scanSource.ts'

const root = join(import.meta.dirname, '../..')

/** A word that must not appear, and what to write instead. */
type Word = readonly [pattern: RegExp, instead: string]

const PLAIN: readonly Word[] = [
  [/\bat once\b/i, 'immediately, or leave it out'],
  [/\banew\b/i, 'again'],
  [/\b(nobody|somebody|everybody|whoever)\b/i, 'no one, someone, everyone, or name the person'],
  [/\btold\b/i, 'notified'],
  [/\b(give|given|gives|giving) up\b/i, 'remove, removed (a listing)'],
  [/\b(lay|laid|lays) \S* ?aside\b/i, 'put on hold, on hold'],
  [/\b(put|puts) (\S+ )?back\b/i, 'retry'],
  [/\bwhat (became|becomes) of\b/i, 'the outcome of'],
  [/\b(bring|brings|brought) (\S+ )?over\b/i, 'import'],
  [/\b(a|the|each|every|last|own) looks?\b(?! at\b)/i, 'access, view'],
  [/\bin (a|the|your|their|one’s|one's|a host’s|the host’s) place\b/i, 'on behalf of, while impersonating'],
  [/\bown people\b|\bour people\b/i, 'staff, our team'],
  [/\bsittings?\b/i, 'session'],
  [/\btelephone\b/i, 'phone'],
  [/\be-mails?\b/i, 'email'],
  [/\bby mail\b|\b(a|the|your) mail\b(?! (server|catcher))/i, 'email'],
  [/\bdid not load\b/i, 'Couldn’t load …'],
  [/(?<!there )\bis no (?!longer\b|more\b)(?=\w)/i, 'isn’t a …'],
  [/\bthere is no such\b/i, 'This … doesn’t exist.'],
]

/** What people read in the console, in addition. */
const ON_SCREENS: readonly Word[] = [
  [/\bmay not\b/i, 'can’t'],
  [/\bcannot\b/i, 'can’t'],
  [/\b(do|does|did|is|are|was|were|has|have|will|would|could) not\b/i, 'the contraction: don’t, isn’t …'],
  [/\bfrom (now|then|today) on\b/i, 'from now, from then, after that'],
  [/\bnot right\b/i, 'wrong, or say what is expected'],
  [/\bproofs? of who\b|\bprove\b/i, 'confirm it’s you, verify'],
]

/** Messages are sentences; what has no space is a name or a code, and SQL is not English. */
const isSentence = (text: string) =>
  /[a-zA-Z’] [a-zA-Z]/.test(text) &&
  !/^\s*(select|insert|update|delete|with|create|drop|alter|lock|set|grant|order by|where)\b/i.test(text) &&
  !/\b(create (table|function)|alter (table|function))\b/.test(text)

/** Names of fields and other code in a comment keep their spelling. */
const proseOf = (text: string) => text.replaceAll(/`[^`\n]+`/g, ' ').replaceAll(/\n\s*(?:\*|\/\/)? ?/g, ' ')

/** Decisions and rules of the domain are in folders below and not among them yet. */
const DOCUMENTS = readdirSync(join(root, 'docs'))
  .filter((file) => file.endsWith('.md'))
  .map((file) => join('docs', file))

/**
 * The parts of the repository that keep to the words, each with its own list. A part that does not keep to
 * them yet has no row; add one when it does.
 */
const SCOPES: readonly Readonly<{
  name: string
  /** Folders with sources, or single files. */
  folders: readonly string[]
  reads: (piece: Piece) => boolean
  words: readonly Word[]
  /** Files and folders that keep their words, and why. */
  except?: Readonly<Record<string, string>>
}>[] = [
  {
    name: 'screen texts',
    folders: ['ui/src/i18n/en'],
    reads: ({ kind }) => kind === 'text',
    words: [...PLAIN, ...ON_SCREENS],
  },
  {
    name: 'messages',
    folders: [
      'contracts/src',
      'command-service/src',
      'query-service/src',
      'platform/src',
      'projector/src',
      'standalone/src',
    ],
    reads: ({ kind, text }) => kind === 'text' && isSentence(text),
    words: PLAIN,
    except: {
      'contracts/src/agreement/rules/text.ts':
        'the wording that hosts have signed; a new wording is a new version',
    },
  },
  {
    name: 'comments',
    folders: ['contracts/src', 'standalone/src', 'bench/src'],
    reads: ({ kind }) => kind === 'comment',
    words: PLAIN,
    except: { 'standalone/src/journeys': 'not reworded yet' },
  },
  {
    name: 'documents',
    folders: ['README.md', 'CONTRIBUTING.md', ...DOCUMENTS],
    reads: () => true,
    words: PLAIN,
  },
]

const isSource = (file: string) =>
  /\.tsx?$/.test(file) && !/\.(test|int|journey)\.tsx?$|(^|\/)(testing|node_modules)\//.test(file)

const listFiles = (folder: string): readonly string[] =>
  folder.endsWith('.md')
    ? [folder]
    : readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .map((file) => join(folder, file))
        .filter(isSource)

const readPieces = (file: string): readonly Piece[] => {
  const source = readFileSync(join(root, file), 'utf8')
  return file.endsWith('.md')
    ? source.split('\n').map((text, index) => ({ kind: 'text', line: index + 1, text }))
    : scanSource(source)
}

const findWords = ({ folders, reads, words, except = {} }: (typeof SCOPES)[number]): readonly string[] =>
  folders
    .flatMap(listFiles)
    .filter((file) => !Object.keys(except).some((path) => file === path || file.startsWith(`${path}/`)))
    .flatMap((file) =>
      readPieces(file)
        .filter(reads)
        .flatMap(({ line, text }) =>
          words.flatMap(([pattern, instead]) => {
            const word = pattern.exec(proseOf(text))?.[0]
            return word === undefined
              ? []
              : [`${file}:${line} “${word}” in “${text.trim()}”: write ${instead}`]
          }),
        ),
    )

describe.each(SCOPES)('$name', (scope) => {
  it('are in plain words', () => {
    expect(findWords(scope).join('\n')).toBe('')
  })
})

describe('documents', () => {
  const documents = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => join('docs', file))
  it.each(['README.md', 'CONTRIBUTING.md', ...documents])('%s is in plain words', (file) => {
    const prose = proseOf(readFileSync(join(root, file), 'utf8').replaceAll(/```[\s\S]*?```/g, ''))
    expect(PLAIN.flatMap(([pattern, instead]) => pattern.exec(prose)?.concat(instead) ?? [])).toEqual([])
  })
})

describe('a source', () => {
  it('is divided into comments, texts and names, each with its line', () => {
    const source = [
      '// a note',
      "const name = /'/.test(x) ? 'one' : `two ${three} \\` four`",
      '/* more',
      '   notes */ call("it\'s")',
    ].join('\n')
    expect(scanSource(source).map(({ kind, line, text }) => [kind, line, text.trim()])).toEqual([
      ['comment', 1, '// a note'],
      ['code', 2, 'const'],
      ['code', 2, 'name'],
      ['code', 2, 'test'],
      ['code', 2, 'x'],
      ['text', 2, 'one'],
      ['text', 2, 'two'],
      ['code', 2, 'three'],
      ['text', 2, '\\` four'],
      ['comment', 3, '/* more\n   notes */'],
      ['code', 4, 'call'],
      ['text', 4, "it's"],
    ])
  })
})
