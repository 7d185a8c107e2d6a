import { describe } from 'vitest'
import { describeAppendAndRead } from './contract/appendAndRead.ts'
import { describeExtremes } from './contract/extremes.ts'
import { describeFaultyConnection } from './contract/faultyConnection.ts'
import { describeFeed } from './contract/feed.ts'
import { isEmbedded, openForGroup } from './contract/fixture.ts'
import { describeKilledServer } from './contract/killedServer.ts'

// One suite for every server behind the port: the one that EVENTSTORE_URL names, which others may use
// meanwhile, the one that EVENT_STORE_COMMAND starts, or the embedded one, which answers as tightly and as
// late as a server may.
type Answers = Parameters<typeof openForGroup>[0]
const groups: readonly (readonly [title: string, answers: Answers])[] = isEmbedded
  ? [
      ['tightly', 'tight'],
      ['late', 'late'],
    ]
  : [['in its own time', undefined]]

describe.each(groups)('a server that answers %s', (_title, answers) => {
  openForGroup(answers)
  describeAppendAndRead()
  describeFeed()
  describeExtremes()
  // When answers leave makes no difference to connections that break.
  if (answers === 'late') return
  describeFaultyConnection()
  describeKilledServer()
})
