/** The list of keys, and the switch that turns them off. The choice is kept on this device. */
import { useEffect, useState } from 'react'
import { useTexts } from '#web/text/texts.ts'
import { Dialog } from '#web/ui/dialog.tsx'

const settingName = 'praxam-keys'

/** Whether keys are listened to; on unless switched off. Where the browser keeps nothing, the choice lasts for the page. */
export function useKeysSetting(): [isOn: boolean, switchTo: (isOn: boolean) => void] {
  const [isOn, setOn] = useState(true)
  useEffect(() => {
    try {
      setOn(localStorage.getItem(settingName) !== 'off')
    } catch {
      // No storage, no setting.
    }
  }, [])
  return [
    isOn,
    (next) => {
      setOn(next)
      try {
        localStorage.setItem(settingName, next ? 'on' : 'off')
      } catch {
        // As above.
      }
    },
  ]
}

type Props = { isOpen: boolean; onClose: () => void; isOn: boolean; onSwitch: (isOn: boolean) => void }

export function KeysDialog({ isOpen, onClose, isOn, onSwitch }: Props) {
  const { exam } = useTexts()
  return (
    <Dialog title={exam.keysTitle} isOpen={isOpen} onClose={onClose}>
      <div className="body flow">
        <dl className="key-list">
          {exam.keyList.map(({ keys, does }) => (
            <div key={keys}>
              <dt>
                <kbd>{keys}</kbd>
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
        <label className="switch">
          <span>{exam.keysOn}</span>
          <input type="checkbox" role="switch" checked={isOn} onChange={(event) => onSwitch(event.target.checked)} />
          <b>{isOn ? exam.on : exam.off}</b>
        </label>
      </div>
    </Dialog>
  )
}
