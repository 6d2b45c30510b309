/** The list of keys, and the switch that turns them off. The choice is kept on this device. */
import { useSyncExternalStore } from 'react'
import { useTexts } from '#web/text/texts.ts'
import { Dialog } from '#web/ui/dialog.tsx'

const settingName = 'praxam-keys'

/** For browsers that keep nothing: then the choice lasts for the page. */
let settingOfPage = 'on'
const listeners = new Set<() => void>()

/** Whether keys are listened to; on unless switched off. */
export function useKeysSetting(): [isOn: boolean, switchTo: (isOn: boolean) => void] {
  const setting = useSyncExternalStore(subscribe, readSetting, () => 'on')
  return [setting !== 'off', saveSetting]
}

function subscribe(onChange: () => void): () => void {
  listeners.add(onChange)
  return () => listeners.delete(onChange)
}

function readSetting(): string {
  try {
    return localStorage.getItem(settingName) ?? settingOfPage
  } catch {
    return settingOfPage
  }
}

function saveSetting(isOn: boolean): void {
  settingOfPage = isOn ? 'on' : 'off'
  try {
    localStorage.setItem(settingName, settingOfPage)
  } catch {
    // Kept for the page, above.
  }
  for (const listener of listeners) listener()
}

type Props = { isOpen: boolean; onClose: () => void; isOn: boolean; onSwitch: (isOn: boolean) => void; isSealed?: boolean }

/** `isSealed`: there is nothing to reveal. */
export function KeysDialog({ isOpen, onClose, isOn, onSwitch, isSealed = false }: Props) {
  const { exam } = useTexts()
  return (
    <Dialog title={exam.keysTitle} isOpen={isOpen} onClose={onClose}>
      <div className="body flow">
        <dl className="key-list">
          {exam.keyList
            .filter(({ keys }) => !isSealed || keys !== 'R')
            .map(({ keys, does }) => (
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
          <input type="checkbox" checked={isOn} onChange={(event) => onSwitch(event.target.checked)} />
          <b>{isOn ? exam.on : exam.off}</b>
        </label>
      </div>
    </Dialog>
  )
}
