import { useGetList } from 'react-admin'
import type { Shown } from '@hearth/contracts/kernel/resource'
import { MAX_REPLY_TEMPLATES, type replyTemplates } from '@hearth/contracts/reply-template'
import { useSees } from '../session/session.ts'

export type ReplyTemplate = Shown<typeof replyTemplates>

/** The saved replies of the account, by name. */
export const useTemplates = ({ enabled = true }: { enabled?: boolean } = {}) => {
  const sees = useSees('reply-template.read')
  return useGetList<ReplyTemplate>(
    'reply-templates',
    {
      pagination: { page: 1, perPage: MAX_REPLY_TEMPLATES },
      sort: { field: 'name', order: 'ASC' },
      filter: {},
    },
    { enabled: enabled && sees },
  )
}
