import { createContext, type ReactNode } from 'react';

/** What every open panel says below its title, since it covers the frame's header; null for nothing. */
export const PanelNotice = createContext<ReactNode>(null);
