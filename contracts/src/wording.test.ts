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

/** Names in code. */
const NAMES: readonly Word[] = [
  [/^(MOST|LEAST|LONGEST)_/, 'MAX_, MIN_'],
  [/_(MILLISECONDS|SECONDS)$/, '_MS, _S'],
  [/^(use)?[mM]ake[A-Z]|[mM]aker$|^making$/, 'create (a value), open (to be closed), start (until stopped)'],
  [/^tell[A-Z]|^[tT]old$|Told$|Teller$/, 'notify, notice'],
  [/^looks?$|^look(?!Up)[A-Z]|Looks?$/, 'access, check, read'],
  [/^wish(es)?$|Wish(es)?$/, 'request, command'],
  [/^(patience|lanes?|fates?|fateOf|whoIs)$/, 'timeout, partition, outcome, describeActor'],
  [/[aA]new$|[aA]tOnce$|^fewAtOnce$/, 'again, immediately, limitConcurrency'],
]

/** Titles of tests, in addition. */
const IN_TITLES: readonly Word[] = [
  [/\bthe hand\b/i, 'the focus, or name the event'],
  [/\brests\b/i, 'pauses'],
  [/\bby (itself|themselves)\b/i, 'automatically'],
  [/\bmay only look\b/i, 'can only read'],
]

const SHORT: Word = [/^.{91,}/, 'at most 90 characters']

/** Messages are sentences; what has no space is a name or a code, and SQL is not English. */
const isSentence = (text: string) =>
  /[a-zA-Z’] [a-zA-Z]/.test(text) &&
  !/^\s*(select|insert|update|delete|with|create|drop|alter|lock|set|grant|order by|where)\b/i.test(text) &&
  !/\b(create (table|function)|alter (table|function))\b/.test(text)

/** Names of fields and other code in a comment keep their spelling. */
const proseOf = (text: string) => text.replaceAll(/`[^`\n]+`/g, ' ').replaceAll(/\n\s*(?:\*|\/\/)? ?/g, ' ')

const DOCUMENTS = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.md'))
  .map((file) => join('docs', file))

/** The workspaces that keep to the words in comments, names and titles of tests. */
const WORKSPACES = ['query-service/src', 'standalone/src', 'bench/src', 'e2e']

/** The folders of the console that keep to the words. */
const CONSOLE = [
  'account',
  'agreement',
  'app',
  'audit',
  'booking',
  'calendar',
  'components',
  'data',
  'event',
  'i18n',
  'ical-feed',
  'impersonation',
  'jobs',
  'ledger',
  'listing',
  'listing-sections',
  'login',
  'monitoring',
  'navigation',
  'onboarding',
  'payout',
  'payout-account',
  'photoshoot',
  'projection',
  'session',
  'sign-in-card',
  'test',
  'theme',
  'today',
].map((folder) => `ui/src/${folder}`)

/** The features of the command service, and its shared folders, that keep to the words. */
const COMMAND_SERVICE = [
  'account',
  'agreement',
  'audit',
  'booking',
  'calendar',
  'file',
  'ical-feed',
  'impersonation',
  'ledger',
  'listing',
  'login',
  'monitoring',
  'onboarding',
  'payout',
  'payout-account',
  'photoshoot',
  'policy',
  'projection',
  'reconciliation',
  'request',
  'runtime',
  'testing',
  'user',
  'vault',
  'workers',
].map((folder) => `command-service/src/${folder}`)

/**
 * The parts of the repository that keep to the words, each with its own list. A part that does not keep to
 * them yet has no row; add one when it does.
 */
const SCOPES: readonly Readonly<{
  name: string
  /** Folders with sources, or single files. */
  folders: readonly string[]
  /** What is read of a file; sources unless it says titles of tests. */
  reads: ((piece: Piece) => boolean) | 'titles'
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
    folders: ['contracts/src', 'platform/src', 'projector/src', 'scripts', ...WORKSPACES],
    reads: ({ kind }) => kind === 'comment',
    words: PLAIN,
  },
  {
    name: 'names',
    folders: WORKSPACES,
    reads: ({ kind }) => kind === 'code',
    words: NAMES,
    except: {
      'bench/src/generate/ledgers.ts': 'a field of a command',
      'query-service/src/openapi/actionPaths.ts': 'the name of a schema in contracts',
      'standalone/src/journeys/authzExpectations.ts': 'the name of a function in contracts',
    },
  },
  {
    name: 'comments of the console',
    folders: CONSOLE,
    reads: ({ kind }) => kind === 'comment',
    words: PLAIN,
  },
  {
    name: 'names in the console',
    folders: CONSOLE,
    reads: ({ kind }) => kind === 'code',
    words: NAMES,
    except: { 'ui/src/i18n/en': 'keys of texts' },
  },
  {
    name: 'names in the projector',
    folders: ['projector/src'],
    reads: ({ kind }) => kind === 'code',
    words: NAMES,
  },
  {
    name: 'titles of tests',
    folders: [...WORKSPACES, ...CONSOLE],
    reads: 'titles',
    words: [...PLAIN, ...IN_TITLES],
  },
  {
    name: 'comments of the command service',
    folders: COMMAND_SERVICE,
    reads: ({ kind }) => kind === 'comment',
    words: PLAIN,
  },
  {
    name: 'names in the command service',
    folders: COMMAND_SERVICE,
    reads: ({ kind }) => kind === 'code',
    words: NAMES,
    except: {
      'command-service/src/audit': 'fields of events and commands keep their names',
      'command-service/src/ledger/ledger.decider.ts': 'a field of a command keeps its name',
      'command-service/src/ledger/moneyReduced.ts': 'a field of a command keeps its name',
    },
  },
  {
    name: 'titles of tests of the command service',
    folders: COMMAND_SERVICE,
    reads: 'titles',
    words: [...PLAIN, ...IN_TITLES],
  },
  {
    name: 'titles of tests of contracts, platform and projector',
    folders: ['contracts/src', 'platform/src', 'projector/src'],
    reads: 'titles',
    words: [...PLAIN, ...IN_TITLES, SHORT],
  },
  {
    name: 'documents',
    folders: ['README.md', 'CONTRIBUTING.md', ...DOCUMENTS],
    reads: () => true,
    words: PLAIN,
  },
]

const isTest = (file: string) => /\.(test|int|journey|spec)\.tsx?$/.test(file)
const isSource = (file: string) =>
  /\.(tsx?|mjs)$/.test(file) && !isTest(file) && !/(^|\/)(testing|node_modules)\//.test(file)

const listFiles = (folder: string, belongs: (file: string) => boolean): readonly string[] =>
  folder.endsWith('.md')
    ? [folder]
    : readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .map((file) => join(folder, file))
        .filter(belongs)

const readPieces = (file: string): readonly Piece[] => {
  const source = readFileSync(join(root, file), 'utf8')
  return file.endsWith('.md')
    ? source.split('\n').map((text, index) => ({ kind: 'text', line: index + 1, text }))
    : scanSource(source)
}

const CALL = /\b(?:it|test|describe)(?:\.(?:each|for|runIf|skipIf)(?:<[^>]*>)?\([\s\S]*?\))?\(\s*/
const STRING = /'((?:[^'\\]|\\.)*)'|"([^"]*)"|`([^`]*)`/
const TITLE = new RegExp(`${CALL.source}(?:${STRING.source})`, 'g')

/** The titles of a test file, each with its line. */
const readTitles = (source: string): readonly Piece[] =>
  [...source.matchAll(TITLE)].map((found) => ({
    kind: 'text',
    line: source.slice(0, found.index).split('\n').length,
    text: found[1] ?? found[2] ?? found[3] ?? '',
  }))

const findWords = ({ folders, reads, words, except = {} }: (typeof SCOPES)[number]): readonly string[] =>
  folders
    .flatMap((folder) => listFiles(folder, reads === 'titles' ? isTest : isSource))
    .filter((file) => !Object.keys(except).some((path) => file === path || file.startsWith(`${path}/`)))
    .flatMap((file) =>
      (reads === 'titles'
        ? readTitles(readFileSync(join(root, file), 'utf8'))
        : readPieces(file).filter(reads)
      ).flatMap(({ line, text }) =>
        words.flatMap(([pattern, instead]) => {
          const word = pattern.exec(proseOf(text))?.[0]
          return word === undefined ? [] : [`${file}:${line} “${word}” in “${text.trim()}”: write ${instead}`]
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

describe('a test file', () => {
  it('is read for its titles, those of tables included', () => {
    const source = [
      "describe('a', () => {",
      "  it.each([f(1)] as const)('b %s', () => {})",
      '  test.for<string>([',
      "    'not this',",
      '  ])(',
      '    `c`, () => {})',
      '})',
    ].join('\n')
    expect(readTitles(source).map(({ line, text }) => [line, text])).toEqual([
      [1, 'a'],
      [2, 'b %s'],
      [3, 'c'],
    ])
  })
})
