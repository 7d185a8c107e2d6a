import { account } from '@hearth/contracts/account'
import { HOST_ROLES } from '@hearth/contracts/kernel/access'
import type { Member } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { FormDialog } from '../../components/dialog/FormDialog.tsx'
import { useCommandForm } from '../../components/form/useCommandForm.ts'
import { memberName } from '../useAccount.ts'
import { useAccountCommand } from '../useAccountCommand.ts'
import { RoleFields, useGrantProblem } from './RoleFields.tsx'

export const MemberDialog = ({ member, onClose }: { member: Member; onClose: () => void }) => {
  const t = useText()
  const name = memberName(member)
  const change = useAccountCommand('change-member-role', {
    said: () => t('account.team.changed', { name, role: t(`app.roles.${form.values.role}`) }),
    onSuccess: onClose,
  })
  const form = useCommandForm({
    schema: account.commands.ChangeMemberRole.schema.omit({ memberId: true }),
    values: { role: member.role, listingIds: member.listingIds },
    command: change,
    send: (grant) => change.run({ memberId: member.id, ...grant }),
  })
  return (
    <FormDialog
      {...form.sending}
      title={t('account.team.changeTitle', { name })}
      submit={t('account.team.save')}
      close={t('account.keep')}
      missing={useGrantProblem(form.values)}
      onClose={onClose}
    >
      <RoleFields grant={form.values} roles={HOST_ROLES} onChange={form.set} />
    </FormDialog>
  )
}
