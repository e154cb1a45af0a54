import { type CompositeSyncRequest, childernOf } from 'metacontroller-hookd';
export default (request: CompositeSyncRequest) => ({ status: {}, children: childernOf(request, 'Pod.v1') });
