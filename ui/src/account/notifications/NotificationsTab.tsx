import { useState } from 'react'
import { Button, OutlinedInput } from '@mui/material'
import {
  NOTIFICATION_KINDS,
  NOTIFICATIONS,
  type Membership,
  type NotificationChoice,
  type NotificationKind,
} from '@hearth/contracts/account'
import { useText } from '../../i18n/text.ts'
import { Card } from '../../components/layout/Card.tsx'
import { Checkbox } from '../../components/form/Checkbox.tsx'
import { EmptyState } from '../../components/feedback/EmptyState.tsx'
import { Field } from '../../components/form/Field.tsx'
import { Icon } from '../../components/display/icons.tsx'
import { ProblemText } from '../../components/feedback/ProblemText.tsx'
import { UnsavedGuard } from '../../components/form/UnsavedGuard.tsx'
import styles from '../Account.module.css'
import { Loaded } from '../../components/feedback/Loaded.tsx'
import { useMembership } from '../useAccount.ts'
import { useAccountCommand } from '../useAccountCommand.ts'

type Own = NonNullable<Membership['membership']>
type Channel = 'email' | 'push'
type Choices = Readonly<Record<NotificationKind, Readonly<Record<Channel, boolean>>>>
type Draft = Readonly<{ choices: Choices; quiet: boolean; from: string; to: string }>

const CHANNELS: readonly Channel[] = ['email', 'push']
const isLocked = (kind: NotificationKind, channel: Channel) =>
  (NOTIFICATIONS[kind].locked as readonly Channel[]).includes(channel)

const draftOf = ({ choices, quietHours }: Own): Draft => {
  const chosen = new Map(choices.map((choice) => [choice.kind, choice]))
  const all = NOTIFICATION_KINDS.map(
    (kind) =>
      [kind, { email: chosen.get(kind)?.email ?? true, push: chosen.get(kind)?.push ?? true }] as const,
  )
  return {
    choices: Object.fromEntries(all) as Choices,
    quiet: quietHours !== null,
    from: quietHours?.from ?? '22:00',
    to: quietHours?.to ?? '07:00',
  }
}

const bodyOf = ({
  choices,
  quiet,
  from,
  to,
}: Draft): Readonly<{
  choices: readonly NotificationChoice[]
  quietHours: Readonly<{ from: string; to: string }> | null
}> => ({
  choices: NOTIFICATION_KINDS.map((kind) => ({ kind, ...choices[kind] })),
  quietHours: quiet ? { from, to } : null,
})

const Matrix = ({ own }: { own: Own }) => {
  const t = useText()
  const [edited, setEdited] = useState<Draft | null>(null)
  const given = draftOf(own)
  const draft = edited ?? given
  const save = useAccountCommand('choose-notifications', { said: t('account.notifications.saved') })
  const dirty = edited !== null && JSON.stringify(bodyOf(edited)) !== JSON.stringify(bodyOf(given))
  const badTime = draft.quiet && (draft.from === '' || draft.to === '')
  const toggle = (kind: NotificationKind, channel: Channel) =>
    setEdited({
      ...draft,
      choices: {
        ...draft.choices,
        [kind]: { ...draft.choices[kind], [channel]: !draft.choices[kind][channel] },
      },
    })
  const cell = (kind: NotificationKind, channel: Channel) => {
    const { title } = NOTIFICATIONS[kind]
    if (isLocked(kind, channel))
      return (
        <span className={styles['always']}>
          <Icon name="lock" size={16} />
          <span className="sr">
            {t(`account.notifications.${channel}Of`, { what: title })}: {t('account.notifications.locked')}
          </span>
        </span>
      )
    return (
      <Checkbox
        label={t(`account.notifications.${channel}Of`, { what: title })}
        checked={draft.choices[kind][channel]}
        onChange={() => toggle(kind, channel)}
      />
    )
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (dirty && !badTime) save.run(bodyOf(draft))
      }}
    >
      <div className={`${styles['wide']} ${styles['stacked']}`}>
        <Card title={t('account.notifications.title')}>
          <table className={styles['matrix']}>
            <caption className="sr">{t('account.notifications.caption')}</caption>
            <thead>
              <tr>
                <th scope="col">{t('account.notifications.kind')}</th>
                {CHANNELS.map((channel) => (
                  <th key={channel} scope="col">
                    {t(`account.notifications.${channel}`)}
                  </th>
                ))}
                <th scope="col">{t('account.notifications.console')}</th>
              </tr>
            </thead>
            <tbody>
              {NOTIFICATION_KINDS.map((kind) => (
                <tr key={kind}>
                  <th scope="row">{NOTIFICATIONS[kind].title}</th>
                  {CHANNELS.map((channel) => (
                    <td key={channel}>{cell(kind, channel)}</td>
                  ))}
                  <td className={styles['always']}>{t('account.notifications.always')}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <p className={`${styles['heading']} ${styles['note']}`}>
            {t('account.notifications.lockedText')} {t('account.notifications.consoleText')}
          </p>
        </Card>
        <div className={styles['follows']}>
          <Card title={t('account.notifications.quiet')}>
            <div className={styles['body']}>
              <p className="q">{t('account.notifications.quietText')}</p>
              <label className={styles['find']} style={{ alignItems: 'center' }}>
                <Checkbox
                  label={t('account.notifications.quietOn')}
                  checked={draft.quiet}
                  onChange={() => setEdited({ ...draft, quiet: !draft.quiet })}
                />
                <span aria-hidden>{t('account.notifications.quietOn')}</span>
              </label>
              {draft.quiet && (
                <div className={styles['pair']}>
                  <Field
                    label={t('account.notifications.from')}
                    error={badTime ? t('account.notifications.badTime') : undefined}
                  >
                    {({ error, ...field }) => (
                      <OutlinedInput
                        type="time"
                        error={error}
                        value={draft.from}
                        onChange={({ target }) => setEdited({ ...draft, from: target.value })}
                        inputProps={field}
                      />
                    )}
                  </Field>
                  <Field
                    label={t('account.notifications.to')}
                    help={draft.to <= draft.from ? t('account.notifications.crosses') : undefined}
                  >
                    {({ error: _error, ...field }) => (
                      <OutlinedInput
                        type="time"
                        value={draft.to}
                        onChange={({ target }) => setEdited({ ...draft, to: target.value })}
                        inputProps={field}
                      />
                    )}
                  </Field>
                </div>
              )}
            </div>
          </Card>
          <div className={styles['sticky']}>
            <ProblemText error={save.error} />
            <div className={styles['actions']}>
              <Button
                type="submit"
                variant="contained"
                color="primary"
                disabled={!dirty || badTime}
                loading={save.pending}
              >
                {t('account.notifications.save')}
              </Button>
              {dirty && (
                <Button
                  onClick={() => {
                    setEdited(null)
                    save.reset()
                  }}
                >
                  {t('account.notifications.discard')}
                </Button>
              )}
            </div>
          </div>
        </div>
      </div>
      {dirty && !save.pending && <UnsavedGuard />}
    </form>
  )
}

/** Which notices reach this person, and where. */
export const NotificationsTab = () => {
  const t = useText()
  return (
    <Loaded query={useMembership()} failed={t('account.notifications.failed')} height={480}>
      {(own) =>
        own === null ? (
          <Card>
            <EmptyState
              icon="info"
              title={t('account.notifications.unknown')}
              text={t('account.team.unknown')}
            />
          </Card>
        ) : (
          <Matrix own={own} />
        )
      }
    </Loaded>
  )
}
