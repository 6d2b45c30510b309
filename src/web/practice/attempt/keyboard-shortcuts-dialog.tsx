/** The list of keys, and the switch that turns them off. The choice is kept on this device. */
import { useTexts } from '#web/text/texts.ts'
import { makeDeviceSwitch } from '#web/ui/device-switch.ts'
import { Dialog } from '#web/ui/dialog.tsx'

/** Whether keys are listened to. */
export const useShortcutsSetting = makeDeviceSwitch('praxam-keys', 'on', 'off')

type Props = { isOpen: boolean; onClose: () => void; isOn: boolean; onSwitch: (isOn: boolean) => void; isSealed?: boolean }

/** `isSealed`: there is nothing to reveal. */
export function KeyboardShortcutsDialog({ isOpen, onClose, isOn, onSwitch, isSealed = false }: Props) {
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
