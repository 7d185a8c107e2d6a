import { useGetList } from 'react-admin'
import type { Member, Thread } from '../data/records/records.ts'
import { useText } from '../i18n/text.ts'
import { allows, useSession } from '../session/session.ts'

export type Team = Readonly<{
  /** The name of a person by id; `You` for the reader. */
  nameOf: (userId: string) => string
  /** Who wrote the last message; undefined for the guest. */
  authorOf: (thread: Pick<Thread, 'lastAuthor' | 'lastAuthorId'>) => string | undefined
  /** Who can be responsible for a conversation about the listing, as far as the reader sees the team. */
  membersFor: (listingId: string) => readonly Readonly<{ userId: string; name: string }>[]
}>

const WRITERS: readonly string[] = ['owner', 'cohost_full', 'cohost_messaging']

/** The people who answer guests. A messaging co-host doesn't see the team, so other people have no name. */
export const useTeam = (): Team => {
  const t = useText()
  const session = useSession()
  const me = session?.user.id
  const { data: members = [] } = useGetList<Member>(
    'members',
    {
      pagination: { page: 1, perPage: 100 },
      sort: { field: 'role', order: 'ASC' },
      filter: { status: 'active' },
    },
    { enabled: allows(session, 'team.read') && session?.account !== null },
  )
  const names = new Map(members.map(({ userId, name, email }) => [userId, name ?? email]))
  const nameOf = (userId: string) =>
    userId === me ? t('thread.you') : (names.get(userId) ?? t('thread.colleague'))
  return {
    nameOf,
    authorOf: ({ lastAuthor, lastAuthorId }) =>
      lastAuthor === null || lastAuthor === 'guest'
        ? undefined
        : lastAuthor === 'staff'
          ? t('thread.hearth')
          : nameOf(lastAuthorId ?? ''),
    membersFor: (listingId) =>
      members.flatMap(({ userId, role, listingIds, name, email }) =>
        userId !== null && WRITERS.includes(role) && (listingIds?.includes(listingId) ?? true)
          ? [{ userId, name: name ?? email ?? '' }]
          : [],
      ),
  }
}
