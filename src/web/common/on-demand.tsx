import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';

/** Its code is loaded when it is shown for the first time. Nothing until then, nor where that fails. */
export function onDemand<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  return function OnDemand(props: Props) {
    const [Loaded, setLoaded] = useState<ComponentType<Props>>();
    useEffect(() => {
      load().then(
        (loaded) => setLoaded(() => loaded),
        () => undefined,
      );
    }, []);
    return Loaded ? <Loaded {...props} /> : null;
  };
}
