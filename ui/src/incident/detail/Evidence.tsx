import { fileUrl } from '@hearth/contracts/file'
import { MAX_EVIDENCE, nextIncidentStatus } from '@hearth/contracts/incident'
import { deriveId } from '@hearth/contracts/kernel/ids'
import { useQueryClient } from '@tanstack/react-query'
import { Icon } from '../../components/display/icons.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { uploadIncidentEvidence } from '../../data/http/upload.ts'
import { sendCommand } from '../../data/records/dataProvider.ts'
import type { Incident } from '../../data/records/records.ts'
import { useDraftFiles } from '../../data/useDraftFiles.ts'
import { useText } from '../../i18n/text.ts'
import { useCan, useSession } from '../../session/session.ts'
import { checkFile, EvidenceFiles } from '../EvidenceFiles.tsx'
import styles from '../Evidence.module.css'
import parts from './Incident.module.css'

/** Files that are uploaded and added one by one, also those that the report did not wait for. */
const More = ({ incident: { id, listingId, hostAccountId, evidence } }: { incident: Incident }) => {
  const client = useQueryClient()
  const account = useSession()?.account == null ? hostAccountId : undefined
  const there = evidence?.length ?? 0
  const files = useDraftFiles(id, {
    max: MAX_EVIDENCE - there,
    check: checkFile,
    leaves: true,
    upload: async ({ key, file }) => {
      const { id: fileId } = await uploadIncidentEvidence(listingId, file, key, account)
      await sendCommand({
        resource: 'incidents',
        id,
        verb: 'add-evidence',
        body: { fileIds: [fileId] },
        key: deriveId('add-evidence', key),
      })
      void client.invalidateQueries({ queryKey: ['incidents'] })
      return { fileId }
    },
  })
  return (
    <div className={parts['part']}>
      <EvidenceFiles files={files} there={there} />
    </div>
  )
}

/** Photos and documents, and the way to add more. */
export const Evidence = ({ incident }: { incident: Incident }) => {
  const t = useText()
  const mayAdd =
    useCan('incident.report') && nextIncidentStatus(incident.status, 'AddIncidentEvidence') !== undefined
  const evidence = incident.evidence ?? []
  return (
    <Card title={t('incident.files.title')}>
      <div className={parts['part']}>
        {evidence.length === 0 ? (
          <p className="q">{t('incident.files.none')}</p>
        ) : (
          <ul className={styles['gallery']}>
            {evidence.map(({ fileId, name, width, height }) => (
              <li key={fileId}>
                <a href={fileUrl(fileId, 'full')} target="_blank" rel="noreferrer">
                  {width === null || height === null ? (
                    <>
                      <Icon name="paperclip" size={16} />
                      <span className="clip">{name}</span>
                    </>
                  ) : (
                    <img
                      src={fileUrl(fileId, '320')}
                      alt={name}
                      width={width}
                      height={height}
                      loading="lazy"
                    />
                  )}
                </a>
              </li>
            ))}
          </ul>
        )}
      </div>
      {mayAdd && <More incident={incident} />}
    </Card>
  )
}
