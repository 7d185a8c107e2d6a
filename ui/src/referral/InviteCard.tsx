import { Button } from '@mui/material'
import { useNotify } from 'react-admin'
import { zEmail } from '@hearth/contracts/kernel/email'
import { referral } from '@hearth/contracts/referral'
import { CopyButton } from '../components/action/CopyButton.tsx'
import { Icon } from '../components/display/icons.tsx'
import { ProblemText } from '../components/feedback/ProblemText.tsx'
import { CommandForm } from '../components/form/CommandForm.tsx'
import { TextField } from '../components/form/fields/TextField.tsx'
import { SubmitButton } from '../components/form/SubmitButton.tsx'
import { useCommandForm } from '../components/form/useCommandForm.ts'
import { Card } from '../components/layout/Card.tsx'
import { useCommand } from '../data/commands/useCommand.ts'
import { useText } from '../i18n/text.ts'
import { to } from '../navigation/paths.ts'
import styles from './Referral.module.css'
import { useReferralsIn } from './useReferrals.ts'

const schema = referral.commands.CreateReferralInvite.schema.extend({ email: zEmail })
const NO_EMAIL = { email: '' }

/** The open link of the account; a link works for one host, so there is not always one. */
const Link = () => {
  const t = useText()
  const notify = useNotify()
  const { data } = useReferralsIn(['invited'])
  const create = useCommand({
    resource: 'referrals',
    onSuccess: () => notify(t('referral.invite.created'), { type: 'success' }),
  })
  const open = data?.find(({ invitee }) => invitee === null)
  if (data === undefined) return null
  if (open === undefined)
    return (
      <div className={styles['form']}>
        <p className="small q">{t('referral.invite.createText')}</p>
        <Button loading={create.pending} onClick={() => create.run({ body: { email: null } })}>
          <Icon name="plus" size={16} />
          {t('referral.invite.create')}
        </Button>
        <ProblemText error={create.error} />
      </div>
    )
  const { code } = open
  const url = new URL(to.referrals({ code }), location.origin).href
  const share = () =>
    void navigator.share({ url, text: t('referral.invite.shareText', { code }) }).catch(() => undefined)
  return (
    <div>
      <span className={styles['label']} id="referral-code">
        {t('referral.invite.code')}
      </span>
      <div className={styles['code']}>
        <output aria-labelledby="referral-code">{code}</output>
        <CopyButton text={url} label={t('referral.invite.copy')} />
        {'share' in navigator && <Button onClick={share}>{t('referral.invite.share')}</Button>}
      </div>
    </div>
  )
}

const EmailForm = () => {
  const t = useText()
  const notify = useNotify()
  const invite = useCommand({
    resource: 'referrals',
    onSuccess: () => {
      notify(t('referral.invite.sent'), { type: 'success' })
      form.reset()
    },
  })
  const form = useCommandForm({
    schema,
    values: NO_EMAIL,
    command: invite,
    mode: 'onSubmit',
    send: (body) => invite.run({ body }),
  })
  return (
    <CommandForm form={form} className={styles['form']} label={t('referral.invite.title')}>
      <TextField
        control={form.control}
        name="email"
        type="email"
        autoComplete="off"
        label={t('referral.invite.email')}
        wrong={t('referral.invite.badEmail')}
      />
      <ProblemText error={form.error} />
      <SubmitButton form={{ body: {}, pending: form.pending }}>{t('referral.invite.send')}</SubmitButton>
    </CommandForm>
  )
}

/** A link to copy or share, or an invitation by email. */
export const InviteCard = () => {
  const t = useText()
  return (
    <Card title={t('referral.invite.title')} className={styles['first']}>
      <div className={styles['body']}>
        <Link />
        <EmailForm />
      </div>
    </Card>
  )
}
