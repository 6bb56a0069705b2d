import { useEffect } from 'react';
import { useStores } from '../stores.tsx';

export function Shell() {
  const { environments, application } = useStores();
  useEffect(() => {
    void application.getState().load();
    void environments.getState().load();
  }, [application, environments]);
  return <main />;
}
