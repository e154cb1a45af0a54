// Blue and green Deployments behind one Service, in the style of Metacontroller's JavaScript examples.
const { copy, templateOf } = require('../lib/template');

const deployment = function (parent, color, replicas, template) {
  const labels = Object.assign({}, template.metadata.labels, { color });
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: {
      name: `${parent.metadata.name}-${color}`,
      annotations: { 'example.com/template': JSON.stringify(template) }
    },
    spec: {
      replicas: replicas,
      selector: { matchLabels: labels },
      template: Object.assign(copy(template), { metadata: { labels } })
    }
  };
};

module.exports = async function (context) {
  let observed = context.request.body;
  let desired = { status: {}, children: [] };

  try {
    let parent = observed.parent;
    let deployments = observed.children['Deployment.apps/v1'];
    let service = observed.children['Service.v1'][parent.metadata.name];
    let active = service ? service.spec.selector.color : 'blue';
    let inactive = active === 'blue' ? 'green' : 'blue';
    let current = deployments[`${parent.metadata.name}-${active}`];
    let next = deployments[`${parent.metadata.name}-${inactive}`];
    let rolling = current && JSON.stringify(parent.spec.template) !== JSON.stringify(templateOf(current));

    if (rolling && next && next.status && next.status.availableReplicas === parent.spec.replicas) {
      [active, inactive] = [inactive, active];
      rolling = false;
    }
    desired.status = { active: active, rolling: Boolean(rolling) };
    desired.children.push(
      {
        apiVersion: 'v1',
        kind: 'Service',
        metadata: { name: parent.metadata.name },
        spec: { selector: { color: active }, ports: [{ port: 80 }] }
      },
      deployment(parent, active, parent.spec.replicas, rolling ? templateOf(current) : parent.spec.template)
    );
    if (rolling) desired.children.push(deployment(parent, inactive, parent.spec.replicas, parent.spec.template));
  } catch (e) {
    return { status: 500, body: e.message };
  }

  return { status: 200, body: desired, headers: { 'Content-Type': 'application/json' } };
};
