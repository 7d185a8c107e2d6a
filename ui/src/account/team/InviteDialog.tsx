import { account, INVITATION_DAYS } from '@hearth/contracts/account'
import { HOST_ROLES } from '@hearth/contracts/kernel/access'
import { useCan, useSession } from '../../session/session.ts'
import type { Member } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { FormDialog } from '../../components/dialog/FormDialog.tsx'
import { TextField } from '../../components/form/fields/TextField.tsx'
import { useCommandForm } from '../../components/form/useCommandForm.ts'
import { useMembership } from '../useAccount.ts'
import { useAccountCommand } from '../useAccountCommand.ts'
import { RoleFields, useGrantProblem } from './RoleFields.tsx'

/**
 * Sends an email with a link that makes the recipient a member. Co-hosts can invite for messages and the
 * calendar, and share only their own listings.
 */
export const InviteDialog = ({ again, onClose }: { again?: Member | undefined; onClose: () => void }) => {
  const t = useText()
  const name = useSession()?.account?.displayName ?? ''
  const everyRole = useCan('team.manage')
  const own = useMembership().data
  const within = everyRole ? null : (own?.listingIds ?? null)
  const listingIds = again ? again.listingIds : within === null ? null : []
  const invite = useAccountCommand('invite-member', {
    said: () => t('account.team.sent', { email: form.values.email.trim() }),
    onSuccess: onClose,
  })
  const form = useCommandForm({
    schema: account.commands.InviteMember.schema,
    values: { email: again?.email ?? '', role: again?.role ?? 'cohost_messaging', listingIds },
    command: invite,
    send: invite.run,
    mode: 'onSubmit',
    draft: { name: 'invite-member', fields: ['email'] },
  })
  return (
    <FormDialog
      {...form.sending}
      title={t('account.team.inviteTitle', { account: name })}
      submit={t('account.team.send')}
      close={t('account.close')}
      missing={useGrantProblem(form.values)}
      onClose={onClose}
    >
      <TextField
        control={form.control}
        name="email"
        type="email"
        label={t('account.team.email')}
        help={t('account.team.inviteText', { smart_count: INVITATION_DAYS })}
        wrong={t('account.team.badEmail')}
        input={{ maxLength: 254, required: true, autoComplete: 'off' }}
      />
      <RoleFields
        grant={form.values}
        roles={everyRole ? HOST_ROLES : ['cohost_messaging', 'cohost_calendar']}
        within={within}
        onChange={form.set}
      />
    </FormDialog>
  )
}
