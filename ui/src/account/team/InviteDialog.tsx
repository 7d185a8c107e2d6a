import { useState } from 'react'
import { OutlinedInput } from '@mui/material'
import { INVITATION_DAYS } from '@hearth/contracts/account'
import { HOST_ROLES } from '@hearth/contracts/kernel/access'
import { useCan, useSession } from '../../session/session.ts'
import type { Member } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { Field } from '../../components/form/Field.tsx'
import { FormDialog } from '../../components/dialog/FormDialog.tsx'
import { isEmail } from '../contact.ts'
import { RoleFields, useGrantProblem, type RoleGrant } from './RoleFields.tsx'
import { useMembership } from '../useAccount.ts'
import { useAccountCommand } from '../useAccountCommand.ts'

/**
 * Sends an e-mail with a link that makes the recipient a member. Co-hosts invite for messages and calendar, and
 * share only
 * what they look after.
 */
export const InviteDialog = ({ again, onClose }: { again?: Member | undefined; onClose: () => void }) => {
  const t = useText()
  const account = useSession()?.account?.displayName ?? ''
  const everyRole = useCan('team.manage')
  const own = useMembership().data
  const within = everyRole ? null : (own?.listingIds ?? null)
  const [email, setEmail] = useState(again?.email ?? '')
  const [grant, setGrant] = useState<RoleGrant>(
    again
      ? { role: again.role, listingIds: again.listingIds }
      : { role: 'cohost_messaging', listingIds: within === null ? null : [] },
  )
  const [tried, setTried] = useState(false)
  const invite = useAccountCommand('invite-member', {
    said: t('account.team.sent', { email: email.trim() }),
    onSuccess: onClose,
  })
  const right = isEmail(email.trim())
  const scopeProblem = useGrantProblem(grant)
  return (
    <FormDialog
      title={t('account.team.inviteTitle', { account })}
      submit={t('account.team.send')}
      close={t('account.close')}
      missing={scopeProblem}
      pending={invite.pending}
      error={invite.error}
      onSubmit={() => {
        setTried(true)
        if (right) invite.run({ email: email.trim(), ...grant })
      }}
      onClose={onClose}
    >
      <Field
        label={t('account.team.email')}
        error={tried && !right ? t('account.team.badEmail') : undefined}
        help={t('account.team.inviteText', { smart_count: INVITATION_DAYS })}
      >
        {({ error, ...field }) => (
          <OutlinedInput
            type="email"
            error={error}
            value={email}
            onChange={({ target }) => setEmail(target.value)}
            inputProps={{ ...field, maxLength: 254, required: true, autoComplete: 'off' }}
          />
        )}
      </Field>
      <RoleFields
        grant={grant}
        roles={everyRole ? HOST_ROLES : ['cohost_messaging', 'cohost_calendar']}
        within={within}
        onChange={setGrant}
      />
    </FormDialog>
  )
}
