export default (request: any) => ({ status: { fine: request.parent.spec.number }, children: [] });
